/** How Chinese and Korean family names are written in Latin: the usual reading first, then those of other regions. */
export const FAMILY_READINGS: ReadonlyMap<string, readonly string[]> = tableOf(
  "王 wang wong ong/李 li lee/张 zhang chang cheung teo/刘 liu lau low/陈 chen chan tan chin/杨 yang yeung young/" +
    "黄 huang wong ng/赵 zhao chao chiu/周 zhou chow chou/吴 wu ng goh/徐 xu hsu tsui/孙 sun suen/马 ma/朱 zhu chu/胡 hu wu woo/" +
    "郭 guo kuo kwok/何 he ho/林 lin lam lim/高 gao kao ko/罗 luo lo law/郑 zheng cheng tay/谢 xie hsieh tse/宋 song sung soong/" +
    "唐 tang tong/许 xu hsu hui koh/韩 han hon/冯 feng fung/邓 deng teng tang/曹 cao tsao cho/彭 peng pang/曾 zeng tseng tsang/" +
    "肖 xiao hsiao siu/萧 xiao hsiao siu/田 tian tien/董 dong tung/潘 pan poon/袁 yuan yuen/蔡 cai tsai choi/蒋 jiang chiang/" +
    "余 yu yee/于 yu/杜 du tu/叶 ye yeh yip/程 cheng ching/魏 wei ngai/苏 su so/吕 lu lui/丁 ding ting/任 ren jen yam/" +
    "卢 lu lo/姚 yao yiu/沈 shen sum/钟 zhong chung/姜 jiang chiang/崔 cui tsui/谭 tan tam/陆 lu luk/范 fan/汪 wang/廖 liao liu/" +
    "石 shi shih/金 jin chin kam/韦 wei/贾 jia chia/夏 xia hsia ha/付 fu/傅 fu/方 fang fong/邹 zou tsou chow/熊 xiong hsiung/" +
    "白 bai pai pak/孟 meng mang/秦 qin chin/邱 qiu chiu yau/侯 hou hau/江 jiang chiang kong/尹 yin wan/薛 xue hsueh/闫 yan/" +
    "段 duan tuan/雷 lei lui/龙 long lung/史 shi shih/陶 tao to/贺 he ho/毛 mao mo/郝 hao/顾 gu ku/龚 gong kung/邵 shao shiu/" +
    "万 wan/覃 qin/武 wu/钱 qian chien/戴 dai tai/严 yan yen yim/莫 mo mok/孔 kong kung hung/向 xiang/常 chang/欧阳 ouyang auyeung/" +
    "司徒 situ szeto/" +
    "김 gim kim/이 i lee yi rhee li/박 bak park pak/최 choe choi/정 jeong jung chung/강 gang kang/조 jo cho/윤 yun yoon/장 jang chang/" +
    "임 im lim/한 han/오 o oh/서 seo suh/신 sin shin/권 gwon kwon/황 hwang/안 an ahn/송 song/전 jeon jun/홍 hong/유 yu yoo ryu/" +
    "류 ryu yoo/고 go ko/문 mun moon/양 yang/손 son sohn/배 bae/백 baek paik/허 heo hur huh/남 nam/심 sim shim/노 no noh roh/" +
    "하 ha/곽 gwak kwak/성 seong sung/차 cha/주 ju joo/우 u woo/구 gu koo ku/민 min/나 na ra/진 jin chin/지 ji jee/엄 eom um",
);
/** Ideographs that are frequent in Chinese given names and in names of places and firms. */
export const SYLLABLES: ReadonlyMap<string, readonly string[]> = tableOf(
  "伟 wei/芳 fang/娜 na/敏 min/静 jing/丽 li/强 qiang/磊 lei/军 jun/洋 yang/勇 yong/艳 yan/杰 jie/涛 tao/明 ming/超 chao/秀 xiu/" +
    "英 ying/霞 xia/平 ping/刚 gang/桂 gui/华 hua/建 jian/国 guo/文 wen/辉 hui/玲 ling/红 hong/玉 yu/兰 lan/梅 mei/鹏 peng/飞 fei/" +
    "波 bo/斌 bin/宇 yu/浩 hao/凯 kai/健 jian/俊 jun/帆 fan/雪 xue/荣 rong/婷 ting/慧 hui/晨 chen/琳 lin/欣 xin/怡 yi/佳 jia/嘉 jia/" +
    "子 zi/涵 han/轩 xuan/然 ran/雨 yu/桐 tong/晓 xiao/小 xiao/燕 yan/志 zhi/思 si/远 yuan/博 bo/栋 dong/东 dong/春 chun/生 sheng/" +
    "云 yun/莉 li/萍 ping/丹 dan/倩 qian/颖 ying/洁 jie/梦 meng/琪 qi/悦 yue/诗 shi/可 ke/心 xin/一 yi/天 tian/海 hai/峰 feng/" +
    "龙 long/成 cheng/德 de/光 guang/永 yong/新 xin/福 fu/庆 qing/祥 xiang/瑞 rui/安 an/康 kang/宁 ning/诚 cheng/信 xin/义 yi/" +
    "正 zheng/兴 xing/昌 chang/盛 sheng/泰 tai/达 da/通 tong/大 da/中 zhong/金 jin/银 yin/宝 bao/美 mei/爱 ai/家 jia/乐 le/" +
    "北 bei/京 jing/上 shang/南 nan/西 xi/山 shan/江 jiang/河 he/湖 hu/广 guang/州 zhou/深 shen/圳 zhen/杭 hang/苏 su/" +
    "方 fang/林 lin/星 xing/月 yue/阳 yang/晶 jing/鑫 xin/旭 xu/亮 liang/辰 chen/睿 rui/泽 ze/晴 qing/妍 yan/蕾 lei/薇 wei/" +
    "佩 pei/珊 shan/淑 shu/惠 hui/珍 zhen/凤 feng/翔 xiang/翠 cui/利 li/民 min/世 shi/少 shao/立 li/长 chang/伦 lun/贤 xian/" +
    "科 ke/技 ji/贸 mao/易 yi/商 shang/电 dian/工 gong/业 ye/教 jiao/育 yu/咨 zi/询 xun/设 she/计 ji",
);

function tableOf(entries: string): ReadonlyMap<string, readonly string[]> {
  return new Map(
    entries.split("/").map((entry) => {
      const [sign = "", ...readings] = entry.split(" ");
      return [sign, readings] as const;
    }),
  );
}
